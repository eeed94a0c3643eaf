export const part: string = "part"
