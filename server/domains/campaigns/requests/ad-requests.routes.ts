import type { Handlers } from '#server/kernel/http/handler.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import type { AudioDeps } from '../creatives/accept-audio.ts';
import { serveAudio } from '../creatives/serve-audio.ts';
import { getRequest, isAvailable, listAllRequests, listRequests, setAvailable } from './ad-requests.service.ts';
import { addMessage, withdrawRequest } from './answer-request.ts';
import { decideRequest } from './decide-request.ts';
import { resendRequest, sendRequest } from './send-request.ts';

type Of = { id: Parameters<typeof listRequests>[1]; requestId: string };
const which = ({ id, requestId }: Of) => ({ account: id, id: requestId });

/** Handlers of audio advertising requests. */
export const adRequestsRoutes = (deps: Kernel & AudioDeps): Handlers<'adRequests'> => ({
  create: ({ params, body, file, who }) => sendRequest(deps, params.id, { form: body, file, who }),
  availability: ({ params }) => isAvailable(deps.db, params.id),
  setAvailability: ({ params, body }) => setAvailable(deps, params.id, body.available),
  ofAccount: ({ params, query }) => listRequests(deps.db, params.id, query),
  get: ({ params }) => getRequest(deps.db, params.requestId, params.id),
  change: ({ params, body, file, who }) => resendRequest(deps, which(params), { form: body, file, who }),
  withdraw: ({ params, who }) => withdrawRequest(deps, which(params), who),
  reply: ({ params, body, who, resources }) => {
    const roles = resources['path.id']?.[0]?.roles ?? [];
    const isPortal = who.isPortalAdmin && !roles.includes('accountOwner') && !roles.includes('accountAdmin');
    return addMessage(deps, which(params), { text: body.text, who, isPortal });
  },
  audio: async ({ params }) =>
    await serveAudio(deps, (await getRequest(deps.db, params.requestId, params.id)).audio?.id ?? null),
  all: ({ query }) => listAllRequests(deps.db, query),
  decide: async ({ params, body, who, auditDetails }) => {
    const decided = await decideRequest(deps, params.requestId, body, who);
    auditDetails.account = decided.account.key;
    if (decided.campaign !== null) auditDetails.campaign = decided.campaign;
    return decided;
  },
});
