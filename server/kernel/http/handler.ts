import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import type { Domain, Registry } from '#contract/index.ts';
import type { SignIn } from '../auth/bearer.ts';
import type { AnyEndpoint, BodyOf, Endpoint, FieldsOf, ParamsOf, QueryOf, ReturnsOf, Spec } from '#contract/http.ts';
import type { Role } from '#contract/permissions.ts';
import type { TokenPurpose } from '#contract/tokens.ts';
import type { AccountKey, PodcastKey, Resource, StationKey } from '#contract/keys.ts';

/** Who calls. `roles` towards a resource are looked up once per request. */
export type Person = {
  id: string;
  email: string;
  first_name: string;
  last_name: string;
  isPortalAdmin: boolean;
};

/** What a purpose-bound token names: `resource` is the key of the one thing it is good for. */
export type TokenClaims = { purpose: TokenPurpose; resource: string; user: string | null };

/** Where a resource stands: whose it is, and whether it may still be used. */
export type Whereabouts = {
  resource: Resource;
  key: string;
  account: AccountKey;
  station: StationKey | null;
  /** An episode's. */
  podcast: PodcastKey | null;
  deleted: boolean;
  /** The account it belongs to is deleted, and it with it. */
  accountDeleted: boolean;
  accountSuspended: boolean;
  stationSuspended: boolean;
  /** The caller's roles towards it. */
  roles: Role[];
  /** Towards an account: the caller works in one of its stations, so may know that it is there. */
  worksWithin: boolean;
};

/** A file of a multipart body, already on disk; removed when the call has been answered, unless it was moved away. */
export type UploadedFile = { path: string; size: number; filename: string; mimetype: string; sha256: string };

/** Everything a handler gets. `who` is there unless the endpoint is open or by token. */
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
        /** Present where `access` says `token:…`. */
        token: TokenClaims;
        /** By place: `at['path.key']`. */
        at: Record<string, Whereabouts[]>;
        /** Aborted when the caller goes away. */
        signal: AbortSignal;
        /** What the audit log is to say beside what stands in the address; never a secret. */
        noted: Record<string, string>;
        request: FastifyRequest;
        reply: FastifyReply;
      }
    : never;

type FileOf<S extends Spec> = S['form'] extends { file: { optional: true } }
  ? UploadedFile | undefined
  : S['form'] extends { file: object }
    ? UploadedFile
    : undefined;

/** What a handler gives back for the raw kinds of reply. */
export type RawAnswer<R> = R extends { raw: 'events'; events: infer M }
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
    ? (call: Call<E>) => Promise<RawAnswer<ReturnsOf<S>>> | RawAnswer<ReturnsOf<S>>
    : never;

/** A handler for each endpoint of a domain: one that is missing does not compile. */
export type Handlers<D extends Domain> = { [N in keyof Registry[D]]: Handler<Registry[D][N]> };

/** A domain's endpoints with their handlers, as `app.ts` mounts them. */
export type Mounted = { domain: Domain; name: string; endpoint: AnyEndpoint; handle: (call: never) => unknown };
