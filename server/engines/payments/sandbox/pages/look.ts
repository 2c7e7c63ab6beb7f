import { readFileSync } from 'node:fs';
import type { Brand } from '#contract/rules/brand.ts';
import { brandPage, brandStyle, type Asset, type BrandPage } from '#server/kernel/pages/brand-page.ts';
import { html, type Html } from '#server/kernel/pages/html.ts';
import { pagesPath } from '../store.ts';

/** The look of the sandbox's pages: the brand's, with a bar that tells them from real ones. */
export type Look = { brand: Brand; style: Asset };

export const lookOf = (brand: Brand): Look => ({
  brand,
  style: brandStyle(`${pagesPath}/pages`, brand, readFileSync(new URL('./sandbox.css', import.meta.url), 'utf8')),
});

export const sandboxPage = (look: Look, shown: Omit<BrandPage, 'brand' | 'style' | 'scripts' | 'banner'>): string =>
  brandPage({
    ...look,
    ...shown,
    banner: html`<aside class="banner" aria-label="Sandbox">Sandbox: no money moves</aside>`,
  });

/** A page with only a message and one link. */
export const messagePage = (
  look: Look,
  { title, lead, href, label }: { title: string; lead: string; href: string; label: string },
): string =>
  sandboxPage(look, { icon: 'problem', title, lead, body: html`<a class="main" href="${href}">${label}</a>` });

/** What has gone wrong with a form, announced at once. */
export const notice = (text: string | undefined): Html | undefined =>
  text === undefined ? undefined : html`<p class="notice" role="alert">${text}</p>`;

/** The bank's page for a payment or a card that its owner must confirm. */
export const confirmPage = (look: Look, { action, what }: { action: string; what: string }): string =>
  sandboxPage(look, {
    title: '3-D Secure',
    lead: `Your bank asks you to confirm ${what}.`,
    body: html`<form method="post" action="${action}">
      <button class="main" type="submit" name="answer" value="confirm">Confirm</button>
      <button class="plain" type="submit" name="answer" value="fail">Fail</button>
    </form>`,
  });

/** What is said after the owner didn't confirm. */
export const notConfirmed =
  'We are unable to authenticate your payment method. Please choose a different payment method and try again.';
