export const util: number = 1
