const period = { from_date: '2026-11-20', to_date: '2026-11-21' };
const nobody = '00000000-0000-4000-8000-000000000000';

/** A valid call of each endpoint of raw data. */
export const rawDataFixtures = {
  'rawData.detailed': { query: period },
  'rawData.preview': { query: period },
  'rawData.mailReport': { body: period },
  'rawData.mailStationReport': { body: period },
  'rawData.reportLink': { params: { id: nobody } },
  'rawData.file': { params: { pass: nobody } },
};
