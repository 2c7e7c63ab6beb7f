import { geoArea, geoAzimuthalEqualArea, geoCentroid, geoDistance, geoEqualEarth, type GeoProjection } from 'd3-geo';

export type Size = { width: number; height: number };
export type Point = { latitude: number | null; longitude: number | null };

/** Seen from here, the edge of the map runs through the Bering Strait and cuts no country in two that people live in. */
const middleLongitude = 11;
const worldMargin = 8;
/** Circles of cities stand out from where they are. */
const countryMargin = 34;
/** A part of a country is shown with it from this share of its largest one on, */
const leastShare = 0.25;
/** and a city up to this far from it (radians): who listens on an island at the other end of the world is in the list. */
const farthest = 0.45;

/** From the date line's islands to themselves, and from the north of Greenland to Cape Horn: without Antarctica's ice. */
const inhabited: GeoJSON.MultiPoint = {
  type: 'MultiPoint',
  coordinates: [
    [middleLongitude - 179.9, 0],
    [middleLongitude + 179.9, 0],
    [middleLongitude, 84],
    [middleLongitude, -57],
  ],
};

/** The whole world without distorting how large its countries are. */
export const worldProjection = ({ width, height }: Size): GeoProjection =>
  geoEqualEarth().rotate([-middleLongitude, 0]).fitExtent(extent({ width, height }, worldMargin), inhabited);

/** One country, seen from right above its middle, with its cities; where the map doesn't draw it, around them. */
export const countryProjection = (
  geometries: readonly GeoJSON.Geometry[],
  cities: readonly Point[],
  size: Size,
): GeoProjection => {
  const parts = mainParts(geometries);
  const points = cities.flatMap(pointOf);
  const middle = parts[0] ? geoCentroid(parts[0]) : (points[0] ?? [0, 0]);
  const near = points.filter((point) => parts.length === 0 || geoDistance(point, middle) < farthest);
  const shown: GeoJSON.GeometryCollection = {
    type: 'GeometryCollection',
    geometries: [...parts, { type: 'MultiPoint', coordinates: parts.length > 0 ? near : around(middle, near) }],
  };
  const [longitude, latitude] = geoCentroid(shown);
  const fitted = geoAzimuthalEqualArea().rotate([-longitude, -latitude]).clipAngle(60);
  return fitted.fitExtent(extent(size, countryMargin), shown).clipExtent([
    [0, 0],
    [size.width, size.height],
  ]);
};

const extent = ({ width, height }: Size, margin: number): [[number, number], [number, number]] => [
  [margin, margin],
  [width - margin, height - margin],
];

/** The largest part of a country first, and those that aren't much smaller. */
const mainParts = (geometries: readonly GeoJSON.Geometry[]): GeoJSON.Polygon[] => {
  const polygons = geometries.flatMap(polygonsOf);
  const sized = polygons.map((polygon) => ({ polygon, area: geoArea(polygon) })).sort((a, b) => b.area - a.area);
  const [largest] = sized;
  if (!largest) return [];
  const middle = geoCentroid(largest.polygon);
  return sized
    .filter(({ polygon, area }) => area >= largest.area * leastShare && geoDistance(geoCentroid(polygon), middle) < 1)
    .map(({ polygon }) => polygon);
};

const polygonsOf = (geometry: GeoJSON.Geometry): GeoJSON.Polygon[] => {
  if (geometry.type === 'Polygon') return [geometry];
  return geometry.type === 'MultiPolygon'
    ? geometry.coordinates.map((coordinates) => ({ type: 'Polygon', coordinates }))
    : [];
};

const pointOf = ({ latitude, longitude }: Point): [number, number][] =>
  latitude === null || longitude === null ? [] : [[longitude, latitude]];

/** A degree around a place, so that a city alone isn't drawn as large as the page. */
const around = ([longitude, latitude]: [number, number], points: [number, number][]): [number, number][] => [
  ...points,
  [longitude - 1, Math.max(-89, latitude - 1)],
  [longitude + 1, Math.min(89, latitude + 1)],
];
