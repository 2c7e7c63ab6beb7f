import type { Handlers } from '#server/kernel/http/handler.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { imageKey } from '#server/platform/images.ts';

/** Gives a picture to anybody who knows its name; another picture has another name, so a browser may keep it for good. */
export const imagesRoutes = ({ storage }: Pick<Kernel, 'storage'>): Pick<Handlers<'portal'>, 'image'> => ({
  image: async ({ params, reply }) => {
    const key = imageKey(params.name);
    const size = (await storage.size(key)) ?? refuse('image.notFound');
    reply.header('cache-control', 'public, max-age=31536000, immutable');
    return { stream: await storage.read(key), size, etag: params.name };
  },
});
