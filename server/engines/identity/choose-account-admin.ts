import type { Brand } from '#contract/brand.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { embeddedAccountAdmin } from './account-admin.ts';
import { keycloakAccountAdmin } from './keycloak-admin.ts';
import type { AskKeycloak } from './keycloak-client.ts';
import type { AccountAdmin } from './port.ts';

/**
 * The port as this installation has it: embedded, or Keycloak's where OIDC_ADMIN_CLIENT_ID is set. Another provider
 * keeps its people to itself, and every call says what to set (`profile.providerClosed`).
 */
export const chooseAccountAdmin = (
  kernel: Pick<Kernel, 'config' | 'db' | 'clock' | 'jobs' | 'secrets'> & { brand: Brand },
  keycloak: AskKeycloak | undefined,
): AccountAdmin => {
  if (kernel.config.embeddedIdentity) return embeddedAccountAdmin(kernel);
  return keycloak ? keycloakAccountAdmin(keycloak, kernel) : closedAccountAdmin;
};

const closed = async (): Promise<never> => refuse('profile.providerClosed');

const closedAccountAdmin: AccountAdmin = {
  changeName: closed,
  changePassword: closed,
  fitsPassword: closed,
  changeEmail: closed,
  emailLink: closed,
  confirmEmail: closed,
  removeUser: closed,
  endSessions: closed,
};
