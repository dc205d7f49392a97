import drones from './drones.js';
import pigeon from './pigeon.js';

export const scenes = [drones, pigeon];
