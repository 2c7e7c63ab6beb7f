/** A string as ClickHouse's SQL writes it. */
export const literal = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

/** The condition that picks these stations. Literals, as a thousand keys would not fit into an address. */
export const stationIn = (stations: readonly string[]): string => `station in (${stations.map(literal).join(',')})`;

/** Seconds since the epoch as ClickHouse writes an array: where each slot begins. */
export const slotStarts = (starts: readonly number[]): string => `[${starts.map((start) => start / 1000).join(',')}]`;
