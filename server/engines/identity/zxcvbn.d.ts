declare module 'zxcvbn' {
  type Match = { pattern: string; token: string; dictionary_name?: string };
  const zxcvbn: (password: string, userInputs?: string[]) => { guesses: number; sequence: Match[] };
  export default zxcvbn;
}
