import { Secret, TOTP } from 'otpauth';
import type { Page } from 'playwright-core';

/** The section of the profile with passkeys, authenticator apps and recovery codes. */
export const security = (page: Page) => page.getByRole('region', { name: 'Sign-in and security' });

/** Reads the recovery codes that are shown after a first factor, and closes them. */
export const saveCodes = async (page: Page): Promise<string[]> => {
  const dialog = page.getByRole('dialog', { name: 'Save your recovery codes' });
  await dialog.locator('code').nth(9).waitFor();
  const codes = await dialog.locator('code').allTextContents();
  await dialog.getByRole('button', { name: 'I saved them' }).click();
  await dialog.waitFor({ state: 'hidden' });
  return codes;
};

/** An authenticator app set up with this key, which is written in groups. */
export const authenticatorFor = (key: string): TOTP =>
  new TOTP({ secret: Secret.fromBase32(key.replaceAll(/\s/g, '')) });

/** Adds an authenticator app on the open screen of the profile. */
export const addApp = async (page: Page): Promise<void> => {
  await security(page).getByRole('button', { name: 'Add authenticator app' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add authenticator app' });
  await dialog
    .getByLabel('Code', { exact: true })
    .fill(authenticatorFor(await dialog.locator('code').innerText()).generate());
  await dialog.getByRole('button', { name: 'Add app' }).click();
  await saveCodes(page);
};

/** Waits until the portal is open after a sign-in. */
export const waitForPortal = (page: Page): Promise<void> => page.getByRole('navigation', { name: 'Main' }).waitFor();
