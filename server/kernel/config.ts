/** Everything an operator can set, read and checked once (see the README's table). */
export type Config = {
  port: number;
  streamPort: number;
  dataDir: string;
  publicUrl: string;
  streamUrl: string;
  brand: string;
  adminEmail: string | undefined;
  adminPassword: string | undefined;
  databaseUrl: string;
  clickhouseUrl: string;
  /** The issuer of bearer tokens; the embedded provider's where OIDC_ISSUER is not set. */
  oidcIssuer: string;
  oidcClientId: string;
  oidcAudience: string | undefined;
  embeddedIdentity: boolean;
  passwordGrant: boolean;
  s3: { endpoint: string; bucket: string; accessKey: string; secretKey: string } | undefined;
  smtpUrl: string | undefined;
  trustedProxies: string[];
  tls: { cert: string; key: string } | undefined;
  maxAdapt: number | undefined;
  /** Where the engine's control port is, and what it asks for. */
  engineUrl: string;
  engineToken: string;
};
