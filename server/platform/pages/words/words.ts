import type { PageWords } from './page-words.ts';
import { en } from './en.ts';
import { de } from './de.ts';
import { fr } from './fr.ts';
import { es } from './es.ts';
import { ca } from './ca.ts';
import { pt } from './pt.ts';
import { ptBr } from './pt-BR.ts';
import { it } from './it.ts';
import { nl } from './nl.ts';
import { pl } from './pl.ts';
import { cs } from './cs.ts';
import { sk } from './sk.ts';
import { hu } from './hu.ts';
import { ro } from './ro.ts';
import { bg } from './bg.ts';
import { el } from './el.ts';
import { tr } from './tr.ts';
import { sv } from './sv.ts';
import { nb } from './nb.ts';
import { da } from './da.ts';
import { fi } from './fi.ts';
import { et } from './et.ts';
import { lv } from './lv.ts';
import { lt } from './lt.ts';
import { uk } from './uk.ts';
import { ru } from './ru.ts';
import { hr } from './hr.ts';
import { sl } from './sl.ts';
import { sr } from './sr.ts';
import { ar } from './ar.ts';
import { he } from './he.ts';
import { fa } from './fa.ts';
import { ur } from './ur.ts';
import { hi } from './hi.ts';
import { bn } from './bn.ts';
import { id } from './id.ts';
import { vi } from './vi.ts';
import { th } from './th.ts';
import { ja } from './ja.ts';
import { ko } from './ko.ts';
import { zhHans } from './zh-Hans.ts';
import { zhHant } from './zh-Hant.ts';

/** What public pages say, by language (BCP 47): all of `playerLanguages` (contract/rules/player-languages.ts). */
export const pageWords: Record<string, PageWords> & { en: PageWords } = {
  en,
  de,
  fr,
  es,
  ca,
  pt,
  'pt-BR': ptBr,
  it,
  nl,
  pl,
  cs,
  sk,
  hu,
  ro,
  bg,
  el,
  tr,
  sv,
  nb,
  da,
  fi,
  et,
  lv,
  lt,
  uk,
  ru,
  hr,
  sl,
  sr,
  ar,
  he,
  fa,
  ur,
  hi,
  bn,
  id,
  vi,
  th,
  ja,
  ko,
  'zh-Hans': zhHans,
  'zh-Hant': zhHant,
};
