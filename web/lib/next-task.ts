/** Ends the current task: the page answers its user before what follows runs. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
