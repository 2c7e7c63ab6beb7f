import type { Brand } from '#contract/rules/brand.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { embeddedAccountAdmin } from './account-admin.ts';
import { keycloakAccountAdmin } from './keycloak-admin.ts';
import type { CallKeycloak } from './keycloak-client.ts';
import type { AccountAdmin } from './port.ts';

/**
 * The implementation for this installation: embedded, or Keycloak's if OIDC_ADMIN_CLIENT_ID is set. With any other
 * provider every call refuses `profile.providerClosed`, which names the settings.
 */
export const chooseAccountAdmin = (
  kernel: Pick<Kernel, 'config' | 'db' | 'clock' | 'jobs' | 'secrets'> & { brand: Brand },
  keycloak: CallKeycloak | undefined,
): AccountAdmin => {
  if (kernel.config.embeddedIdentity) return embeddedAccountAdmin(kernel);
  return keycloak ? keycloakAccountAdmin(keycloak, kernel) : closedAccountAdmin;
};

const closed = async (): Promise<never> => refuse('profile.providerClosed');

const closedAccountAdmin: AccountAdmin = {
  changeName: closed,
  changePassword: closed,
  verifyPassword: closed,
  changeEmail: closed,
  emailLink: closed,
  confirmEmail: closed,
  removeUser: closed,
  endSessions: closed,
};
