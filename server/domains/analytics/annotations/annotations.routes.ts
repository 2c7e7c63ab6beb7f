import type { Handlers, ResourceContext } from '#server/kernel/http/handler.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import type { AnnotationPlace } from './annotations.repo.ts';
import { addAnnotation, changeAnnotation, listAnnotations, removeAnnotation } from './annotations.service.ts';

/** Annotations of charts; accounts and stations follow the same rules. */
export const annotationRoutes = (kernel: Kernel): Handlers<'annotations'> => ({
  listOfAccount: ({ resources, query }) => listAnnotations(kernel, placeOf(resources), query),
  listOfStation: ({ resources, query }) => listAnnotations(kernel, placeOf(resources), query),
  addToAccount: ({ resources, who, body }) => addAnnotation(kernel, placeOf(resources), who, body),
  addToStation: ({ resources, who, body }) => addAnnotation(kernel, placeOf(resources), who, body),
  changeOfAccount: ({ resources, params, body }) =>
    changeAnnotation(kernel, placeOf(resources), params.annotationId, body),
  changeOfStation: ({ resources, params, body }) =>
    changeAnnotation(kernel, placeOf(resources), params.annotationId, body),
  removeOfAccount: ({ resources, params }) => removeAnnotation(kernel, placeOf(resources), params.annotationId),
  removeOfStation: ({ resources, params }) => removeAnnotation(kernel, placeOf(resources), params.annotationId),
});

/** The account or station in a call's path. */
const placeOf = (resources: Record<string, ResourceContext[]>): AnnotationPlace => {
  const resource = resources['path.id']?.[0] ?? resources['path.key']?.[0];
  if (!resource) throw new Error('The call names neither an account nor a station.');
  return { account: resource.account, station: resource.station ?? undefined };
};
