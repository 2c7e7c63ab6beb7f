/** How the automation software of a station can be there: `missing` is not installed, `full` has no room on this machine. */
export const automationStates = ['off', 'missing', 'full', 'starting', 'running', 'failed'] as const;
