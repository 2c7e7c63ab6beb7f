/** What is known of a play's track when it is recorded, for reports of when that is gone; `lasts` in ms, 0 where it isn't known. */
export const playColumns = [
  `alter table plays add column if not exists isrc String default '',
     add column if not exists label LowCardinality(String) default '', add column if not exists lasts UInt32 default 0`,
];
