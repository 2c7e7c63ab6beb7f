import type { Config } from '#server/kernel/config.ts';

/** A bucket of a real S3 server, `TEST_S3_URL=http://access-key:secret-key@host:port/bucket`; undefined if it is not set. */
export const s3OfTests = (): NonNullable<Config['s3']> | undefined => {
  if (!process.env.TEST_S3_URL) return undefined;
  const url = new URL(process.env.TEST_S3_URL);
  return {
    endpoint: url.origin,
    bucket: url.pathname.slice(1),
    region: 'us-east-1',
    accessKey: decodeURIComponent(url.username),
    secretKey: decodeURIComponent(url.password),
  };
};
