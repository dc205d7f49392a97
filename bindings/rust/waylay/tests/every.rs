//! Tests each behaviour: the call with named columns, way_run and the call for one agent give the same bits.
mod drawn;
include!(env!("WAYLAY_EVERY_RS"));
