// The calls for many agents at once, each with the scene that shows it.
const BENTLEY = 'Jon Louis Bentley, Multidimensional Binary Search Trees Used for Associative Searching';

export const CALLS = [
    { name: 'choose2d', family: 'choosing', summary: 'which target each unit should take: its best ones among thousands, by distance, time or turning',
        source: BENTLEY, scene: 'skirmish' },
    { name: 'crowd2d', family: 'choosing', summary: 'the candidates sorted by position once, for many questions about them',
        source: BENTLEY, scene: 'skirmish' },
    { name: 'assign', family: 'choosing', summary: 'which unit takes which target, so that as many as possible have one and the sum of the costs is the least',
        source: 'Roy Jonker and Anton Volgenant, A Shortest Augmenting Path Algorithm for Dense and Sparse Linear Assignment Problems', scene: 'skirmish' },
    { name: 'avoid2d', family: 'avoiding', summary: 'a velocity for each unit that touches no other one within a horizon (ORCA)',
        source: 'Jur van den Berg, Stephen J. Guy, Ming Lin, Dinesh Manocha, Reciprocal n-Body Collision Avoidance', scene: 'crowd' },
    { name: 'field2d', family: 'paths', summary: 'the cheapest paths from all cells of a grid to the goals, for any number of units',
        source: 'Edsger Dijkstra, A Note on Two Problems in Connexion with Graphs', scene: 'march' },
    { name: 'follow2d', family: 'paths', summary: 'which velocity leads each unit along its field',
        source: 'Elijah Emerson, Crowd Pathfinding and Steering Using Flow Field Tiles, in Game AI Pro', scene: 'march' },
    { name: 'bounce_all2d', family: 'bouncing', summary: 'where all balls of a scene are after a time step, if they bounce off each other and off walls',
        source: 'Boris Lubachevsky, How to Simulate Billiards and Similar Systems', scene: 'bounce' },
].map(call => ({ ...call, question: 'Many units: which targets, which way round walls and others, which bounces?' }));
