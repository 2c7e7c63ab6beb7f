import { pino, type Logger } from 'pino';

/** The process's log: JSON lines on standard output, without anything that lets somebody in. */
export const createLog = (part: string, level = 'info'): Logger =>
  pino({
    level,
    base: { part },
    redact: {
      paths: ['*.authorization', '*.cookie', '*.password', '*.token', 'authorization', 'cookie', 'password', 'token'],
      censor: '[hidden]',
    },
  });

/** An address without the values that would let its reader in (`?token=…`, `?code=…`, `user:password@`, an application's key, an invitation). */
export const withoutSecrets = (url: string): string =>
  url
    .replace(/([?&;](?:token|code|key|secret|password|pass|access_token|id_token_hint|state)=)[^&#;]*/gi, '$1[hidden]')
    .replace(/(\/(?:ingest\/app|users\/me\/invites)\/)[^/?#]+/g, '$1[hidden]')
    .replace(/(\/\/[^/:@\s]*:)[^@/\s]*@/g, '$1[hidden]@');
