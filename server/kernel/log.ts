import { pino, type Logger } from 'pino';

/** The process's log: JSON lines on standard output, without credentials. */
export const createLog = (part: string, level = 'info'): Logger =>
  pino({
    level,
    base: { part },
    redact: {
      paths: ['*.authorization', '*.cookie', '*.password', '*.token', 'authorization', 'cookie', 'password', 'token'],
      censor: '[hidden]',
    },
  });

/** Removes secrets from a URL (`?token=…`, `?code=…`, `?signature=…`, `user:password@`, an app's key, an invitation). */
export const withoutSecrets = (url: string): string =>
  url
    .replace(
      /([?&;](?:token|code|key|secret|password|pass|access_token|id_token_hint|state|signature)=)[^&#;]*/gi,
      '$1[hidden]',
    )
    .replace(/(\/(?:ingest\/app|users\/me\/invites)\/)[^/?#]+/g, '$1[hidden]')
    .replace(/(\/\/[^/:@\s]*:)[^@/\s]*@/g, '$1[hidden]@');
