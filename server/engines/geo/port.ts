/** Where an address is: ISO country, region and city; empty where it isn't known or is private. */
export type Place = { country: string; region: string; city: string };

export type GeoEngine = {
  /** Never fails: an address that can't be read is nowhere. */
  locate(address: string): Promise<Place>;
};
