import type { Handlers } from '#server/kernel/http/handler.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { imageKey } from '#server/platform/images.ts';

/** Serves an image to anyone who knows its name; a new image has a new name, so browsers may cache it forever. */
export const imagesRoutes = ({ storage }: Pick<Kernel, 'storage'>): Pick<Handlers<'portal'>, 'image'> => ({
  image: async ({ params, reply }) => {
    const key = imageKey(params.name);
    const size = (await storage.size(key)) ?? refuse('image.notFound');
    reply.header('cache-control', 'public, max-age=31536000, immutable');
    return { stream: await storage.read(key), size, etag: params.name };
  },
});
