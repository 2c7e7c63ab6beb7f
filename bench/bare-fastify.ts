import Fastify from 'fastify';
import { connectPool } from '#server/kernel/db/connect.ts';

/*
 * `bare-fastify.ts <port> <database URL>`: Fastify that answers `GET /stations/{key}` with the row from PostgreSQL, by a
 * prepared statement; without users, rights, checks or presentation. What a read costs at least.
 */
const [port, databaseUrl = ''] = [Number(process.argv[2]), process.argv[3]];
const pool = connectPool(databaseUrl, 20);
const app = Fastify();
const statement = { name: 'station', text: 'select * from stations where key = $1' };
app.get<{ Params: { key: string } }>('/stations/:key', async ({ params }) => {
  const { rows } = await pool.query<Record<string, unknown>>({ ...statement, values: [params.key] });
  return rows[0];
});
await app.listen({ port, host: '127.0.0.1' });
process.on('disconnect', () => process.exit());
