/** A place in a country with its share of listeners; the rest of a country's listeners have no known city. */
export type Place = { region: string; city: string; share: number };

const of = (...places: [string, string, number][]): Place[] =>
  places.map(([region, city, share]) => ({ region, city, share }));

/** By ISO country. */
export const places: Record<string, Place[]> = {
  DE: of(
    ['Hamburg', 'Hamburg', 0.34],
    ['Berlin', 'Berlin', 0.15],
    ['Schleswig-Holstein', 'Kiel', 0.09],
    ['Bremen', 'Bremen', 0.08],
    ['Niedersachsen', 'Hanover', 0.07],
    ['Nordrhein-Westfalen', 'Cologne', 0.07],
    ['Bayern', 'Munich', 0.06],
    ['Sachsen', 'Leipzig', 0.04],
  ),
  AT: of(['Wien', 'Vienna', 0.6], ['Steiermark', 'Graz', 0.2], ['Salzburg', 'Salzburg', 0.12]),
  CH: of(['Zürich', 'Zurich', 0.5], ['Bern', 'Bern', 0.2], ['Basel-Stadt', 'Basel', 0.2]),
  NL: of(['Noord-Holland', 'Amsterdam', 0.5], ['Zuid-Holland', 'Rotterdam', 0.25], ['Groningen', 'Groningen', 0.15]),
  FR: of(['Île-de-France', 'Paris', 0.5], ['Auvergne-Rhône-Alpes', 'Lyon', 0.2], ['Occitanie', 'Toulouse', 0.15]),
  IT: of(['Lombardia', 'Milan', 0.4], ['Lazio', 'Rome', 0.3], ['Piemonte', 'Turin', 0.15]),
  ES: of(['Madrid', 'Madrid', 0.4], ['Catalunya', 'Barcelona', 0.35], ['Andalucía', 'Seville', 0.12]),
  GB: of(['England', 'London', 0.45], ['England', 'Manchester', 0.2], ['Scotland', 'Glasgow', 0.15]),
  US: of(
    ['Kansas', 'Lawrence', 0.38],
    ['Kansas', 'Topeka', 0.16],
    ['Missouri', 'Kansas City', 0.14],
    ['Kansas', 'Wichita', 0.08],
    ['Illinois', 'Chicago', 0.07],
    ['New York', 'New York', 0.06],
  ),
  CA: of(['Ontario', 'Toronto', 0.5], ['British Columbia', 'Vancouver', 0.25]),
  MX: of(['Ciudad de México', 'Mexico City', 0.6], ['Jalisco', 'Guadalajara', 0.2]),
  IN: of(
    ['Maharashtra', 'Mumbai', 0.44],
    ['Maharashtra', 'Pune', 0.14],
    ['Karnataka', 'Bengaluru', 0.16],
    ['Delhi', 'New Delhi', 0.12],
    ['Goa', 'Panaji', 0.06],
  ),
  AE: of(['Dubai', 'Dubai', 0.8], ['Abu Dhabi', 'Abu Dhabi', 0.15]),
  SG: of(['Singapore', 'Singapore', 0.98]),
};
