/** The platforms of mobile applications. */
export const platforms = { ios: 'iOS', android: 'Android' } as const;
