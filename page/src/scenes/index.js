import drones from './drones.js';

export const scenes = [drones];
