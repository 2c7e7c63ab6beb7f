/** Random numbers from a seed, each time the same. */
export const seeded = (seed: number) => {
  let state = seed;
  const uniform = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const normal = (): number => Math.sqrt(-2 * Math.log(uniform() + 1e-12)) * Math.cos(2 * Math.PI * uniform());
  return {
    uniform,
    normal,
    /** How often something happens that is expected so often. */
    poisson(mean: number): number {
      if (mean > 60) return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal()));
      const end = Math.exp(-mean);
      let [count, product] = [0, uniform()];
      while (product > end) {
        count++;
        product *= uniform();
      }
      return count;
    },
    /** How many of `count` happen, each with this chance. */
    binomial(count: number, chance: number): number {
      if (chance >= 1 || count === 0) return chance > 0 ? count : 0;
      const mean = count * chance;
      if (count > 30) {
        const drawn = Math.round(mean + Math.sqrt(mean * (1 - chance)) * normal());
        return Math.min(count, Math.max(0, drawn));
      }
      let happened = 0;
      for (let i = 0; i < count; i++) if (uniform() < chance) happened++;
      return happened;
    },
  };
};
