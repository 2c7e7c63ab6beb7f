import { parseNetwork, writeNetwork } from '#contract/network.ts';
import type { SessionEntry, SignInState } from '#contract/sign-in.ts';
import type { AgentEngine } from '#server/engines/agents/port.ts';
import type { SignIn } from '#server/kernel/auth/bearer.ts';
import { isRecent } from '#server/kernel/auth/recent-sign-in.ts';
import type { Person } from '#server/kernel/http/handler.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import { secondFactorOf } from './second-factor.ts';
import { personRow } from './session.repo.ts';
import type { SessionDeps } from './session.service.ts';

type Caller = { who: Person; signIn: SignIn };

/** The person's sign-in provider, and whether their credentials may be changed now. */
export const signInState = async (deps: SessionDeps, { who, signIn }: Caller): Promise<SignInState> => ({
  provider: deps.config.embeddedIdentity ? 'embedded' : 'external',
  email: who.email,
  recent: isRecent(signIn, deps.clock.now()),
  second_factor: await secondFactorOf(deps, who),
});

/** The person's sessions at the embedded provider, last used first; none with an external provider. */
export const listSessions = async (deps: SessionDeps, { who, signIn }: Caller): Promise<SessionEntry[]> => {
  const { accountAdmin, agents, geo } = deps;
  const found = (await accountAdmin.sessions?.list(await subjectOf(deps, who))) ?? [];
  return Promise.all(
    found.map(async ({ id, started, lastUsed, address, agent, isScript }) => ({
      id,
      current: id === signIn.session,
      client: clientOf(agents, agent),
      script: isScript,
      address: normalizeAddress(address),
      place: await geo.locate(address),
      started: started.toISOString(),
      last_used: lastUsed.toISOString(),
    })),
  );
};

/** Ends one session of the person; refuses `session.unknown`. */
export const endSession = async (deps: SessionDeps, who: Person, id: string): Promise<undefined> => {
  const isEnded = await deps.accountAdmin.sessions?.end(await subjectOf(deps, who), id);
  if (isEnded !== true) refuse('session.unknown');
};

/** Ends all sessions of the person but the current one, including their access tokens. */
export const endOtherSessions = async (deps: SessionDeps, { who, signIn }: Caller): Promise<undefined> => {
  await deps.accountAdmin.endSessions(await subjectOf(deps, who), signIn.session);
  deps.people.forget(who.id);
};

const subjectOf = async ({ db }: SessionDeps, who: Person): Promise<string> =>
  (await personRow(db, who.id))?.subject ?? refuse('session.required');

/** Normalises an IPv4-mapped IPv6 address, as dual-stack sockets report it, to IPv4. */
const normalizeAddress = (address: string): string => {
  const network = parseNetwork(address);
  return network ? writeNetwork(network) : address;
};

/** "Firefox on Windows" for a browser; else the first product name of the user agent. */
const clientOf = (agents: AgentEngine, agent: string): string => {
  const { player, os } = agents.identify(agent);
  if (player !== '') return os === '' ? player : `${player} on ${os}`;
  return os === '' ? (agent.split(/[\s/]/)[0] ?? '').slice(0, 60) : os;
};
