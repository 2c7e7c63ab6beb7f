/** Track details recorded with a play, for reports after the track is deleted; `lasts` in ms, 0 where unknown. */
export const playColumns = [
  `alter table plays add column if not exists isrc String default '',
     add column if not exists label LowCardinality(String) default '', add column if not exists lasts UInt32 default 0`,
];
