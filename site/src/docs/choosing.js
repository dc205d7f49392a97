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
].map(call => ({ ...call, question: 'Which target should a unit take, and how does it pass the others?' }));
