/** Track details recorded with a play, for reports after the track is deleted; `lasts` in ms, 0 where unknown. */
export const trackColumns = `isrc String default '', label LowCardinality(String) default '', lasts UInt32 default 0`;
