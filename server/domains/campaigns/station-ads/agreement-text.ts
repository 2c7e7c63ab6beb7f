import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fillText, type Brand } from '#contract/rules/brand.ts';

/** The agreement that stations accept now; its hash proves which text was accepted. */
export type AgreementText = { version: string; doc: string; sha256: string };

/**
 * A brand's audio advertising agreement: `brands/<id>/audio-ads-agreement.md`, a Markdown template with comments and a line
 * `Version …`. Throws if the template is missing or has no version; brands without audio advertising need none.
 */
export const agreementText = (brand: Pick<Brand, 'id' | 'name' | 'wording'>): AgreementText => {
  const known = texts.get(brand.id);
  if (known) return known;
  const template = readFileSync(join(brandsFolder, brand.id, 'audio-ads-agreement.md'), 'utf8');
  const version = /^Version (\S+)$/m.exec(template)?.[1];
  if (version === undefined) throw new Error(`The audio advertising agreement of ${brand.id} has no version.`);
  const doc = fillText(withoutNotes(template, version), brand.wording, { brand: brand.name });
  const text = { version, doc, sha256: createHash('sha256').update(doc).digest('hex') };
  texts.set(brand.id, text);
  return text;
};

const texts = new Map<string, AgreementText>();
const brandsFolder = join(import.meta.dirname, '../../../../brands');

const withoutNotes = (template: string, version: string): string =>
  template
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(`Version ${version}\n`, '')
    .trim();
