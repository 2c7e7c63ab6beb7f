/** Where an address is: ISO country, region and city; empty where it isn't known or is private. */
export type Place = { country: string; region: string; city: string };

/** A place with its point on a map, degrees; null where it isn't known. */
export type MappedPlace = Place & { latitude: number | null; longitude: number | null };

export type GeoEngine = {
  /** Never fails: an address that can't be read is nowhere. */
  locate(address: string): Promise<Place>;
  /** The same, and where that is on a map. */
  pinpoint(address: string): Promise<MappedPlace>;
  /** The same of many in their order, which costs less than one by one. */
  pinpointAll(addresses: readonly string[]): Promise<MappedPlace[]>;
};
