/** The names of esengine's ORCALocalAvoidanceAdapter.ts, for its own tests. */
export { WaylayAvoidanceAdapter as ORCALocalAvoidanceAdapter, DEFAULT_PARAMS as DEFAULT_ORCA_PARAMS,
    createWaylayAvoidance as createORCAAvoidance } from './WaylayAvoidanceAdapter';
