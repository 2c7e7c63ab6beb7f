import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { simpleParser } from 'mailparser';
import type { Frame, Page } from 'playwright-core';
import type { Brand } from '#contract/rules/brand.ts';
import { forbiddenWords, withoutNamesOfOthers } from '#server/testing/forbidden-words.ts';
import type { Product } from './product.ts';

/**
 * All that a page says to people, hidden parts included: its title, texts, and what readers and tooltips say. Code is
 * left out, as names of the API are the same in all brands.
 */
const shownTexts = (page: Page | Frame): Promise<string[]> =>
  page.evaluate(() => {
    const silent = 'script, style, noscript, template, code, pre, code *, pre *';
    const said = ['aria-label', 'aria-description', 'aria-roledescription', 'aria-valuetext', 'title', 'alt', 'placeholder']; // oxfmt-ignore
    const texts = [document.title];
    for (const element of document.querySelectorAll('*')) {
      if (element.matches(silent)) continue;
      for (const name of said) texts.push(element.getAttribute(name) ?? '');
      if (element.matches('meta[name], meta[property]')) texts.push(element.getAttribute('content') ?? '');
      for (const node of element.childNodes) if (node instanceof Text) texts.push(node.data);
    }
    return texts.map((text) => text.trim()).filter((text) => text !== '');
  });

/** What of these texts says a word that the brand must not say (`forbiddenWords`); URLs and e-mail addresses may. */
export const forbiddenIn = (brand: Brand, texts: readonly string[]): string[] => {
  const forbidden = forbiddenWords(brand);
  return [...new Set(texts)].filter((text) =>
    forbidden.test(withoutNamesOfOthers(text.replace(/\b[a-z]+:\/\/\S+|(?<=^|\s)\/[\w./-]+/g, ''))),
  );
};

/** The forbidden words that a page shows. */
export const forbiddenOn = async (brand: Brand, page: Page | Frame): Promise<string[]> =>
  forbiddenIn(brand, await shownTexts(page));

/** Senders, subjects and texts of all e-mails that the product has sent. */
export const emailsOf = async (product: Product): Promise<string[]> => {
  const folder = join(product.dataDir, 'outbox');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.eml'));
  const emails = await Promise.all(names.map(async (name) => simpleParser(await readFile(join(folder, name)))));
  return emails.flatMap(({ from, subject = '', text = '', html }) => [
    from?.text ?? '',
    subject,
    text,
    html === false ? '' : html.replace(/<style[^]*?<\/style>|<[^>]*>/g, ' '),
  ]);
};
