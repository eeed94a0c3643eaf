export const near = "near"
