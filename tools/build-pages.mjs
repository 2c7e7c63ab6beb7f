/* Builds the pages of the brand that BRAND names, if they aren't up to date: browser tests of other brands run it. */
import { buildWeb } from './prepare.mjs';

buildWeb(process.execPath);
