import type { Brand } from '#contract/rules/brand.ts';
import type { ImageEngine } from '#server/engines/images/port.ts';
import type { StationRow } from '#server/domains/stations/stations.service.ts';
import type { Storage } from '#server/kernel/kernel.ts';
import { imageKey } from '#server/platform/images.ts';
import { cardDrawing, cardSize, iconDrawing } from './drawings.ts';

export type PictureName = 'card.png' | 'icon-192.png' | 'icon-512.png';

export type StationPictures = {
  /** A picture of a station as it is now: its card for link previews, or its icon. */
  draw(station: StationRow, name: PictureName): Promise<Buffer>;
};

type Deps = { brand: Brand; images: ImageEngine; storage: Pick<Storage, 'localPath'> };

const mostDrawn = 200;

/** Draws the pictures of stations, each once per change of its station as long as it is remembered. */
export const createStationPictures = (deps: Deps): StationPictures => {
  const drawn = new Map<string, Promise<Buffer>>();
  return {
    draw(station, name) {
      const key = `${station.key} ${String(station.updated.getTime())} ${name}`;
      const known = drawn.get(key) ?? drawPicture(deps, station, name);
      // The order of the map is that of use.
      drawn.delete(key);
      drawn.set(key, known);
      known.catch(() => drawn.delete(key));
      const [oldest] = drawn.keys();
      if (drawn.size > mostDrawn && oldest !== undefined) drawn.delete(oldest);
      return known;
    },
  };
};

const drawPicture = async (deps: Deps, station: StationRow, name: PictureName): Promise<Buffer> => {
  const { brand, images } = deps;
  const logo = await logoOf(deps, station);
  if (name === 'card.png') {
    const canWrite = await images.canWrite(`${station.name}${brand.name}`);
    return await images.draw(cardDrawing(brand, { name: canWrite ? station.name : null, logo }), cardSize);
  }
  const px = name === 'icon-192.png' ? 192 : 512;
  return await images.draw(iconDrawing(brand, logo, px), { width: px, height: px });
};

/** The logo as a `data:` URL; null without one, and if its file is missing. */
const logoOf = async ({ images, storage }: Deps, { logo, logo_512 }: StationRow): Promise<string | null> => {
  const best = logo_512 ?? logo;
  if (best === null) return null;
  const png = await storage
    .localPath(imageKey(best))
    .then((path) => images.png(path))
    .catch(() => null);
  return png === null ? null : `data:image/png;base64,${png.toString('base64')}`;
};
