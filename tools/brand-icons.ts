import { Transformer } from '@napi-rs/image';
import type { Plugin } from 'vite';
import type { Brand } from '../contract/rules/brand.ts';
import { brandIcon } from '../contract/rules/brand-icon.ts';

/** Sizes of the icon for home screens: Apple's, and those of a web app manifest. */
const sizes = [180, 192, 512] as const;

/** Adds the brand's icons to the pages: `favicon.svg`, `icon-180.png` and others, and `app.webmanifest` with its name. */
export const brandIcons = (brand: Brand): Plugin => ({
  name: 'brand-icons',
  async generateBundle() {
    for (const [fileName, source] of await brandFiles(brand)) this.emitFile({ type: 'asset', fileName, source });
  },
  async configureServer(server) {
    const files = new Map(await brandFiles(brand));
    server.middlewares.use((request, response, next) => {
      const path = (request.url ?? '').slice(1);
      const found = files.get(path);
      if (found === undefined) return next();
      const type = path.endsWith('.svg') ? 'image/svg+xml' : path.endsWith('.png') ? 'image/png' : 'application/json';
      response.setHeader('content-type', type).end(found);
    });
  },
});

/** The files by name. */
export const brandFiles = async (brand: Brand): Promise<[name: string, content: string | Uint8Array][]> => [
  ['favicon.svg', brandIcon(brand)],
  ['app.webmanifest', manifest(brand)],
  ...(await Promise.all(
    sizes.map(async (px): Promise<[string, Uint8Array]> => [
      `icon-${px}.png`,
      await Transformer.fromSvg(brandIcon(brand, { px, isSquare: true }))
        .resize(px, px)
        .png(),
    ]),
  )),
];

const manifest = ({ name, theme }: Brand): string =>
  JSON.stringify({
    name,
    short_name: name,
    start_url: '/',
    display: 'browser',
    theme_color: theme.primary[7],
    icons: sizes
      .filter((px) => px !== 180)
      .map((px) => ({ src: `/icon-${px}.png`, sizes: `${px}x${px}`, type: 'image/png', purpose: 'any maskable' })),
  });
