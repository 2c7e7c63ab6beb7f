import type { FastifyInstance } from 'fastify';

/** Listens on all addresses of the machine: IPv6 and IPv4, or only IPv4 if the operating system has no IPv6. */
export const listenEverywhere = async (app: Pick<FastifyInstance, 'listen'>, port: number): Promise<void> => {
  try {
    await app.listen({ port, host: '::' });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EAFNOSUPPORT' && code !== 'EADDRNOTAVAIL') throw error;
    await app.listen({ port, host: '0.0.0.0' });
  }
};
