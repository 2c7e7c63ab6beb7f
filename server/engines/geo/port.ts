/** The location of an IP address: ISO country, region and city; empty if unknown or private. */
export type Place = { country: string; region: string; city: string };

/** A place with its coordinates in degrees; null if unknown. */
export type MappedPlace = Place & { latitude: number | null; longitude: number | null };

export type GeoEngine = {
  /** Never fails: an invalid address has an empty place. */
  locate(address: string): Promise<Place>;
  /** The same with coordinates. */
  pinpoint(address: string): Promise<MappedPlace>;
  /** The same for many addresses in order, faster than one by one. */
  pinpointAll(addresses: readonly string[]): Promise<MappedPlace[]>;
};
