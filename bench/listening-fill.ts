import type { ClickHouseClient } from '@clickhouse/client';
import { dayMs } from './periods.ts';

export type ListeningSize = { stations: number; accounts: number; days: number; sessions: number };

/* ClickHouse itself draws the listening: everything about session `i` of a day is a hash of its number. */

/** A pseudo-random fraction for `of`, a different one for each salt. */
export const drawn = (of: string, salt: number): string => `(cityHash64(${of}, ${salt}) % 16777216 / 16777216)`;

const list = (values: readonly string[]): string => `[${values.map((value) => `'${value}'`).join(',')}]`;

const places = [
  ...['DE\tBayern\tMunich', 'DE\tHamburg\tHamburg', 'DE\tBerlin\tBerlin', 'DE\tHessen\tFrankfurt am Main'],
  ...['DE\tNordrhein-Westfalen\tKöln', 'AT\tWien\tVienna', 'CH\tZürich\tZürich', 'NL\tNoord-Holland\tAmsterdam'],
  ...['US\tNew York\tNew York', 'US\tTexas\tAustin', 'US\tIllinois\tChicago', 'US\tCalifornia\tLos Angeles'],
  ...[
    'GB\tEngland\tLondon',
    'FR\tÎle-de-France\tParis',
    'ES\tMadrid\tMadrid',
    'IT\tLazio\tRome',
    'IN\tMaharashtra\tMumbai',
  ],
  ...['BR\tSão Paulo\tSão Paulo', 'PL\tMazowieckie\tWarsaw', 'SE\tStockholm\tStockholm', 'JP\tTokyo\tTokyo', '\t\t'],
];
/** SQL: an array of places, each country, region and city with tabs between. */
export const placesList = list(places);
const agents = [
  ...['phone\tChrome\tAndroid', 'phone\tApple player\tiOS', 'web player\tChrome\tWindows', 'desktop\tVLC\tWindows'],
  ...['smart speaker\tAlexa\tAndroid', 'smart speaker\tSonos\tLinux', 'car\tCar\tAndroid', 'tablet\tSafari\tiPadOS'],
  ...['desktop\tWinamp\tWindows', 'tv\tRoku\tRoku', 'phone\tTuneIn\tAndroid', 'web player\tFirefox\tLinux'],
];
const outputs = [...Array.from({ length: 17 }, () => 'stream'), 'hls', 'hls', 'relay'];

/** The key of row `n`, as the bench's PostgreSQL has it. */
export const keyOfRow = (prefix: string, n: string): string =>
  `concat('${prefix}-', substring(replaceAll(lower(hex(MD5(concat('${prefix}', toString(${n}))))), '0', 'z'), 1, 22))`;

/** Memory for the fill only: ClickHouse's configured limit is meant for queries. */
export const fillSettings = {
  max_memory_usage: '6000000000',
  max_execution_time: 3600,
  max_insert_threads: '1',
} as const;

/**
 * Fills the listening tables, rollups included, with sessions on the `days` days before `today` (ms): few stations have
 * most of them, listeners stay half an hour and come back, mornings and evenings are the peak hours.
 */
export const fillListening = async (clickhouse: ClickHouseClient, today: number, at: ListeningSize): Promise<void> => {
  const perDay = Math.ceil(at.sessions / at.days);
  for (let age = at.days; age > 0; age--) {
    const day = today - age * dayMs;
    await clickhouse.command({ query: slicesOfDay(day, perDay, at), clickhouse_settings: fillSettings });
    await clickhouse.command({ query: playsOfDay(day, at), clickhouse_settings: fillSettings });
  }
};

const slicesOfDay = (day: number, sessions: number, { stations, accounts }: ListeningSize): string => `
  insert into slices (engine, session, n, station, account, started, since, until, bytes, first, last, address,
    country, region, city, device, player, os, referer, output)
  select 'bench', lower(hex(drawn)), n, ${keyOfRow('s', 'station')}, ${keyOfRow('a', `(station - 1) % ${accounts} + 1`)},
    fromUnixTimestamp64Milli(came, 'UTC'), fromUnixTimestamp64Milli(a, 'UTC'), fromUnixTimestamp64Milli(b, 'UTC'),
    (b - a) * 16, n = 0, b = gone, listener, place[1], place[2], place[3], agent[1], agent[2], agent[3],
    if(listener % 3 = 0, concat('https://site', toString(listener % 200), '.example/listen'), ''),
    ${list(outputs)}[1 + listener % ${outputs.length}]
  from (
    select cityHash64(number, ${day}) as drawn,
      toUInt32(floor(pow(${stations}, ${drawn('drawn', 1)}))) as station,
      ${drawn('drawn', 2)} as hour,
      toInt64(${day} + 86400000 * least(.999, greatest(0, hour + .06 * sin(12.566 * hour)))) as came,
      toInt64(came + 60000 * least(300, exp(2.6 + 1.1 * sqrt(-2 * log(least(1, 1e-7 + ${drawn('drawn', 3)})))
        * cos(6.2832 * ${drawn('drawn', 4)})))) as gone,
      cityHash64(station, toUInt64(pow(${drawn('drawn', 5)}, 1.6) * 600000 / station)) as listener,
      splitByChar('\\t', ${placesList}[1 + toUInt32(${places.length} * pow(${drawn('listener', 6)}, 2))]) as place,
      splitByChar('\\t', ${list(agents)}[1 + toUInt32(${agents.length} * pow(${drawn('listener', 7)}, 2))]) as agent
    from numbers(${sessions})
  )
  array join range(toUInt32(intDiv(gone - 1, 900000) - intDiv(came, 900000) + 1)) as n,
    arrayMap(i -> greatest(came, (intDiv(came, 900000) + i) * 900000), range(toUInt32(intDiv(gone - 1, 900000) - intDiv(came, 900000) + 1))) as a,
    arrayMap(i -> least(gone, (intDiv(came, 900000) + i + 1) * 900000), range(toUInt32(intDiv(gone - 1, 900000) - intDiv(came, 900000) + 1))) as b`;

/** The tenth of the stations with the most listening plays a track every three and a half minutes. */
const playsOfDay = (day: number, { stations, accounts }: ListeningSize): string => `
  insert into plays (engine, station, account, at, source, track, title, artist, album)
  select 'bench', ${keyOfRow('s', 'station')}, ${keyOfRow('a', `(station - 1) % ${accounts} + 1`)},
    fromUnixTimestamp64Milli(toInt64(${day} + intDiv(number, ${playing(stations)}) * 210000), 'UTC'), 'autodj', '',
    concat('Song ', toString(song)), concat('Artist ', toString(song % 400)), concat('Album ', toString(song % 900))
  from (select number, number % ${playing(stations)} + 1 as station, cityHash64(number, ${day}) % 3000 as song
    from numbers(${411 * playing(stations)}))`;

const playing = (stations: number): number => Math.ceil(stations / 10);
