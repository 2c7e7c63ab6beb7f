import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { lettersOf } from './country-codes.ts';

type Atlas = { objects: { countries: { geometries: { id?: string; properties: { name: string } }[] } } };

const countriesOf = async (detail: string) => {
  const path = createRequire(import.meta.url).resolve(`world-atlas/countries-${detail}.json`);
  return (JSON.parse(await readFile(path, 'utf8')) as Atlas).objects.countries.geometries;
};

/** Countries whose name on the maps differs from the browser's. */
const differentNames = [
  ...['AU Ashmore and Cartier Is.', 'BL St-Barthélemy', 'CD Dem. Rep. Congo', 'CV Cabo Verde', 'CY N. Cyprus'],
  ...['EH W. Sahara', 'FO Faeroe Is.', 'GQ Eq. Guinea', 'GS S. Geo. and the Is.', 'IO Br. Indian Ocean Ter.'],
  ...['LC Saint Lucia', 'MF St-Martin', 'MK Macedonia', 'MP N. Mariana Is.', 'PF Fr. Polynesia', 'SH Saint Helena'],
  ...['SS S. Sudan', 'SZ eSwatini', 'TF Fr. S. Antarctic Lands', 'TR Turkey'],
];

test('maps every country of both maps to a code with a matching English name', async () => {
  const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
  const unnamed = new Set<string>();
  const differing = new Set<string>();
  for (const { id, properties } of [...(await countriesOf('110m')), ...(await countriesOf('50m'))]) {
    const letters = lettersOf(id, properties.name);
    const name = letters === '' ? undefined : names.of(letters);
    if (name === undefined) unnamed.add(properties.name);
    else if (name.slice(0, 3) !== properties.name.slice(0, 3)) differing.add(`${letters} ${properties.name}`);
  }
  expect([...unnamed]).toEqual(['Indian Ocean Ter.', 'Siachen Glacier']);
  expect([...differing].sort()).toEqual(differentNames);
});
