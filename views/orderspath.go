package views

// OrdersPath lists one's standing orders and takes new ones (POST).
func OrdersPath(id string) string { return GamePath(id) + "/orders" }

// RevokePath takes an order back (POST); DELETE on the order itself does the same.
func RevokePath(id, order string) string { return OrdersPath(id) + "/" + order + "/revoke" }
