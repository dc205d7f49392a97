/** Exports the adapter under the names of ORCALocalAvoidanceAdapter.ts, which esengine's own tests import. */
export { WaylayAvoidanceAdapter as ORCALocalAvoidanceAdapter, DEFAULT_PARAMS as DEFAULT_ORCA_PARAMS,
    createWaylayAvoidance as createORCAAvoidance } from './WaylayAvoidanceAdapter';
