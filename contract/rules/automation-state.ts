/** State of a station's automation software: `missing` is not installed, `full` means no capacity on this machine. */
export const automationStates = ['off', 'missing', 'full', 'starting', 'running', 'failed'] as const;
