import type { FastifyInstance } from 'fastify';

/** Listens on every address of the machine: both families, or IPv4 alone where the kernel has no IPv6. */
export const listenEverywhere = async (app: Pick<FastifyInstance, 'listen'>, port: number): Promise<void> => {
  try {
    await app.listen({ port, host: '::' });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EAFNOSUPPORT' && code !== 'EADDRNOTAVAIL') throw error;
    await app.listen({ port, host: '0.0.0.0' });
  }
};
