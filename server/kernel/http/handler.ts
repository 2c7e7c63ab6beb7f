import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import type { Domain, Registry } from '#contract/api/index.ts';
import type { SignIn } from '../auth/bearer.ts';
import type {
  AnyEndpoint,
  BodyOf,
  Endpoint,
  FieldsOf,
  ParamsOf,
  QueryOf,
  ReturnsOf,
  Spec,
} from '#contract/api/http.ts';
import type { Role } from '#contract/rules/permissions.ts';
import type { TokenPurpose } from '#contract/rules/tokens.ts';
import type { AccountKey, PodcastKey, Resource, StationKey } from '#contract/rules/keys.ts';

/** A signed-in user. Roles on a resource are looked up once per request. */
export type Person = {
  id: string;
  email: string;
  first_name: string;
  last_name: string;
  isPortalAdmin: boolean;
  /** The administrator who sees the portal as this person, if one does. */
  seenBy?: string;
};

/** The claims of a purpose-bound token: `resource` is the key of the one thing it is valid for. */
export type TokenClaims = { purpose: TokenPurpose; resource: string; user: string | null };

/** The context of a resource: who owns it, and whether it may be used. */
export type ResourceContext = {
  resource: Resource;
  key: string;
  account: AccountKey;
  station: StationKey | null;
  /** Only for episodes. */
  podcast: PodcastKey | null;
  deleted: boolean;
  /** Its account, and therefore the resource, is deleted. */
  accountDeleted: boolean;
  accountSuspended: boolean;
  stationSuspended: boolean;
  /** The caller's roles on it. */
  roles: Role[];
  /** For accounts: the caller works in one of its stations, so may know that the account exists. */
  worksWithin: boolean;
  /** The row that the context was read from, with what the endpoint reads along (`withRow`). */
  row: unknown;
};

/** A file from a multipart body, saved to disk; removed after the call unless the handler moved it. */
export type UploadedFile = { path: string; size: number; filename: string; mimetype: string; sha256: string };

/** The input of a handler. `who` is set unless the endpoint is open or takes a token. */
export type Call<E> =
  E extends Endpoint<infer L, infer S>
    ? {
        params: ParamsOf<L, S>;
        query: QueryOf<S>;
        body: BodyOf<S>;
        fields: FieldsOf<S>;
        file: FileOf<S>;
        who: Person;
        /** The sign-in behind a session's bearer token. */
        signIn: SignIn;
        /** Set if `access` is `token:…`. */
        token: TokenClaims;
        /** By place: `at['path.key']`. */
        resources: Record<string, ResourceContext[]>;
        /** Aborted when the client disconnects. */
        signal: AbortSignal;
        /** Details for the audit log beyond those in the URL; never a secret. */
        auditDetails: Record<string, string>;
        request: FastifyRequest;
        reply: FastifyReply;
      }
    : never;

type FileOf<S extends Spec> = S['form'] extends { file: { optional: true } }
  ? UploadedFile | undefined
  : S['form'] extends { file: object }
    ? UploadedFile
    : undefined;

/** What a handler returns for replies that aren't JSON. */
export type RawResult<R> = R extends { raw: 'events'; events: infer M }
  ? AsyncIterable<{ [K in keyof M]: { event: K; data: unknown } }[keyof M]>
  : R extends { raw: 'csv' }
    ? { filename: string; rows: AsyncIterable<readonly (string | number)[]> }
    : R extends { raw: 'binary' }
      ? {
          stream: Readable;
          size: number;
          type?: string;
          etag?: string;
          range?: { start: number; end: number; total: number };
        }
      : R extends { raw: 'html' }
        ? string
        : R extends { raw: 'redirect' }
          ? { location: string }
          : R;

export type Handler<E> =
  E extends Endpoint<string, infer S>
    ? (call: Call<E>) => Promise<RawResult<ReturnsOf<S>>> | RawResult<ReturnsOf<S>>
    : never;

/** A handler for each endpoint of a domain; a missing one does not compile. */
export type Handlers<D extends Domain> = { [N in keyof Registry[D]]: Handler<Registry[D][N]> };

/** A domain's endpoints with their handlers, as `app.ts` mounts them. */
export type Mounted = { domain: Domain; name: string; endpoint: AnyEndpoint; handle: (call: never) => unknown };
