import type { Handlers } from '#server/kernel/http/handler.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { admitToStudio } from './studio.service.ts';

/** Handlers of the browser studio. */
export const studioRoutes = (kernel: Kernel): Handlers<'studio'> => ({
  connect: ({ params, who }) => admitToStudio(kernel, params.key, who),
});
