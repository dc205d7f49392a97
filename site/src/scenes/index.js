import arcs from './arcs.js';
import bounce from './bounce.js';
import drones from './drones.js';
import formation from './formation.js';
import pigeon from './pigeon.js';
import race from './race.js';
import skirmish from './skirmish.js';
import tiles from './tiles.js';
import turning from './turning.js';

export const scenes = [drones, pigeon, skirmish, race, tiles, turning, formation, bounce, arcs];
