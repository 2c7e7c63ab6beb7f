import { geoArea, geoAzimuthalEqualArea, geoCentroid, geoDistance, geoEqualEarth, type GeoProjection } from 'd3-geo';

export type Size = { width: number; height: number };
export type Point = { latitude: number | null; longitude: number | null };

/** At this centre the map's edge runs through the Bering Strait and splits no inhabited country. */
const middleLongitude = 11;
const worldMargin = 8;
/** Leaves space for the circles of cities. */
const countryMargin = 34;
/** The minimum size of a part of a country to show, as a fraction of its largest part. */
const minPartShare = 0.25;
/** The maximum distance of a city from its country in radians; the table lists more distant ones. */
const maxCityDistance = 0.45;

/** The extent of the world map: all longitudes, from northern Greenland to Cape Horn, without Antarctica. */
const inhabited: GeoJSON.MultiPoint = {
  type: 'MultiPoint',
  coordinates: [
    [middleLongitude - 179.9, 0],
    [middleLongitude + 179.9, 0],
    [middleLongitude, 84],
    [middleLongitude, -57],
  ],
};

/** An equal-area projection of the world. */
export const worldProjection = ({ width, height }: Size): GeoProjection =>
  geoEqualEarth().rotate([-middleLongitude, 0]).fitExtent(extent({ width, height }, worldMargin), inhabited);

/** A projection centred on a country and its cities, or on the cities alone if the map lacks the country. */
export const countryProjection = (
  geometries: readonly GeoJSON.Geometry[],
  cities: readonly Point[],
  size: Size,
): GeoProjection => {
  const parts = mainParts(geometries);
  const points = cities.flatMap(pointOf);
  const middle = parts[0] ? geoCentroid(parts[0]) : (points[0] ?? [0, 0]);
  const near = points.filter((point) => parts.length === 0 || geoDistance(point, middle) < maxCityDistance);
  const visible: GeoJSON.GeometryCollection = {
    type: 'GeometryCollection',
    geometries: [...parts, { type: 'MultiPoint', coordinates: parts.length > 0 ? near : around(middle, near) }],
  };
  const [longitude, latitude] = geoCentroid(visible);
  const projection = geoAzimuthalEqualArea().rotate([-longitude, -latitude]).clipAngle(60);
  return projection.fitExtent(extent(size, countryMargin), visible).clipExtent([
    [0, 0],
    [size.width, size.height],
  ]);
};

const extent = ({ width, height }: Size, margin: number): [[number, number], [number, number]] => [
  [margin, margin],
  [width - margin, height - margin],
];

/** The main parts of a country, the largest first. */
const mainParts = (geometries: readonly GeoJSON.Geometry[]): GeoJSON.Polygon[] => {
  const polygons = geometries.flatMap(polygonsOf);
  const bySize = polygons.map((polygon) => ({ polygon, area: geoArea(polygon) })).sort((a, b) => b.area - a.area);
  const [largest] = bySize;
  if (!largest) return [];
  const middle = geoCentroid(largest.polygon);
  return bySize
    .filter(({ polygon, area }) => area >= largest.area * minPartShare && geoDistance(geoCentroid(polygon), middle) < 1)
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

/** Adds a margin of one degree, so that a single city does not fill the map. */
const around = ([longitude, latitude]: [number, number], points: [number, number][]): [number, number][] => [
  ...points,
  [longitude - 1, Math.max(-89, latitude - 1)],
  [longitude + 1, Math.min(89, latitude + 1)],
];
